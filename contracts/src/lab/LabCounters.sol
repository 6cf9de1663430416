// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Lab.sol";

// More contracts of the labs: places where one pays, claims, bids or asks for money back. Never deployed.

interface ICoin is IToken {
    function totalSupply() external view returns (uint256);
}

/// @notice Redeems a stablecoin for USDC at a fee while it has cash. From `maturesAt` on it shares out what is there.
contract LabRedemption {
    ICoin public immutable coin;
    IToken public immutable usdc;
    uint256 public immutable maturesAt;
    uint256 public immutable feePercent;

    error NoCash();
    error TooEarly();

    event Redeemed(address indexed by, uint256 coins, uint256 paid);

    constructor(ICoin coin_, IToken usdc_, uint256 maturesAt_, uint256 feePercent_) {
        coin = coin_;
        usdc = usdc_;
        maturesAt = maturesAt_;
        feePercent = feePercent_;
    }

    function redeem(uint256 value) external {
        uint256 paid = value * (100 - feePercent) / 100;
        if (paid > usdc.balanceOf(address(this))) revert NoCash();
        _pay(value, paid);
    }

    /// @notice Pays one for one, or everybody the same share when there is less.
    function settle() external {
        if (block.timestamp < maturesAt) revert TooEarly();
        uint256 value = coin.balanceOf(msg.sender);
        uint256 outstanding = coin.totalSupply() - coin.balanceOf(address(this));
        uint256 cash = usdc.balanceOf(address(this));
        _pay(value, cash < outstanding ? value * cash / outstanding : value);
    }

    function _pay(uint256 value, uint256 paid) private {
        coin.transferFrom(msg.sender, address(this), value);
        usdc.transfer(msg.sender, paid);
        emit Redeemed(msg.sender, value, paid);
    }
}

/// @notice Pays a reward once to everybody on a list of eight, of which it stores only the root.
contract LabAllowlist {
    IToken public immutable token;
    uint256 public immutable reward;
    bytes32 public immutable root;
    mapping(address account => bool) public hasClaimed;

    error NotOnList();

    constructor(IToken token_, uint256 reward_, bytes32 root_) {
        token = token_;
        reward = reward_;
        root = root_;
    }

    function claim(bytes32 first, bytes32 second, bytes32 third) external {
        bytes32 node = _pair(_pair(_pair(_leaf(msg.sender), first), second), third);
        if (node != root || hasClaimed[msg.sender]) revert NotOnList();
        hasClaimed[msg.sender] = true;
        token.transfer(msg.sender, reward);
    }

    /// @dev Hashed twice, so that a pair from inside the tree can't pose as a leaf.
    function _leaf(address account) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(abi.encode(account))));
    }

    /// @dev Sorted, so that a proof needs no sides.
    function _pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }
}

/// @notice An auction of sealed bids: first a hash and a deposit, later the bid.
contract LabAuction {
    uint256 public immutable deposit;
    uint256 public immutable revealsAt;
    uint256 public immutable endsAt;
    mapping(address bidder => bytes32) public sealedBid;
    uint256 public highest;
    address public leader;

    error Closed();
    error WrongDeposit();
    error OtherBid();

    constructor(uint256 deposit_, uint256 revealsAt_, uint256 endsAt_) {
        deposit = deposit_;
        revealsAt = revealsAt_;
        endsAt = endsAt_;
    }

    function commit(bytes32 hash) external payable {
        if (block.timestamp >= revealsAt || sealedBid[msg.sender] != 0) revert Closed();
        if (msg.value != deposit) revert WrongDeposit();
        sealedBid[msg.sender] = hash;
    }

    /// @notice Counts the bid and gives the deposit back. The bidder is part of the hash, so nobody opens a copy.
    function reveal(uint256 bid, uint256 salt) external {
        if (block.timestamp < revealsAt || block.timestamp >= endsAt) revert Closed();
        if (keccak256(abi.encode(bid, salt, msg.sender)) != sealedBid[msg.sender]) revert OtherBid();
        sealedBid[msg.sender] = 0;
        if (bid > highest) (highest, leader) = (bid, msg.sender);
        (bool sent,) = msg.sender.call{value: deposit}("");
        require(sent);
    }
}

/// @notice Splits what it holds among three people by parts, rounding down. The owner sets the parts once.
contract LabSplit {
    IToken public immutable token;
    address public immutable owner;
    address[3] public people;
    uint256[3] public parts;
    address public restTo;

    error OnlyOnce();

    constructor(IToken token_, address owner_, address a, address b, address c) {
        token = token_;
        owner = owner_;
        people = [a, b, c];
    }

    /// @param restTo_ Gets what rounding leaves; nobody if zero.
    function setParts(uint256 a, uint256 b, uint256 c, address restTo_) external {
        if (msg.sender != owner || parts[0] + parts[1] + parts[2] > 0) revert OnlyOnce();
        parts = [a, b, c];
        restTo = restTo_;
    }

    function split() external {
        uint256 value = token.balanceOf(address(this));
        uint256 total = parts[0] + parts[1] + parts[2];
        for (uint256 i = 0; i < 3; i++) token.transfer(people[i], value * parts[i] / total);
        if (restTo != address(0)) token.transfer(restTo, token.balanceOf(address(this)));
    }
}
