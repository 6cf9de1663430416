// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuraVouch} from "../src/AuraVouch.sol";
import {SteezeStack} from "../src/SteezeStack.sol";
import {MockProxy} from "../src/mocks/MockProxy.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";

/// @notice The part of forge's cheat codes that these tests use.
interface Vm {
    function addr(uint256 key) external pure returns (address);
    function assume(bool condition) external pure;
    function chainId(uint256 id) external;
    function getChainId() external view returns (uint256);
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function prank(address sender) external;
    function publicKeyP256(uint256 key) external pure returns (uint256 x, uint256 y);
    function setEvmVersion(string calldata evm) external;
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function signP256(uint256 key, bytes32 digest) external pure returns (bytes32 r, bytes32 s);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256 gas);
    function store(address target, bytes32 slot, bytes32 value) external;
    function warp(uint256 time) external;
}

/// @notice What every test has: a USDC behind its proxy, both contracts, and people whose keys are known.
abstract contract Base {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant USDC = 1e6;
    uint256 internal constant DAILY_CAP = 1_000 * USDC;
    /// @dev 2026-11-20 at midnight UTC.
    uint256 internal constant MIDNIGHT = 20_777 days;

    uint256 internal constant SIGNER_KEY = 0x51;
    uint256 internal constant ADA_KEY = 0xADA;
    uint256 internal constant BO_KEY = 0xB0;

    address internal immutable ada = vm.addr(ADA_KEY);
    address internal immutable bo = vm.addr(BO_KEY);
    address internal immutable signer = vm.addr(SIGNER_KEY);
    address internal immutable owner = address(this);

    MockUSDC internal usdc;
    AuraVouch internal vouching;
    SteezeStack internal stack;

    /// @dev Everything on chain; the account that calls this owns the stack.
    function _deploy() internal {
        vm.warp(MIDNIGHT + 10 hours);
        usdc = MockUSDC(address(new MockProxy(address(new MockUSDC()), address(0xAD))));
        vouching = new AuraVouch(address(usdc));
        stack = new SteezeStack(address(usdc), owner, signer, DAILY_CAP);
        _fund(ada, 100_000 * USDC);
        _fund(bo, 100_000 * USDC);
    }

    /// @dev Mints, and approves both contracts for all of it.
    function _fund(address account, uint256 usdcAmount) internal {
        usdc.mint(account, usdcAmount);
        _approve(account, address(vouching), type(uint128).max);
        _approve(account, address(stack), type(uint128).max);
    }

    function _approve(address account, address spender, uint256 usdcAmount) internal {
        vm.prank(account);
        usdc.approve(spender, usdcAmount);
    }

    function _vouch(address voucher, address target, uint256 usdcAmount) internal {
        vm.prank(voucher);
        vouching.vouch(target, usdcAmount);
    }

    function _buy(address buyer, uint256 usdcAmount) internal {
        vm.prank(buyer);
        stack.buySteeze(usdcAmount);
    }

    function _withdraw(address account, uint256 amount, uint256 limit) internal {
        bytes memory signature = _limit(SIGNER_KEY, account, limit, block.timestamp);
        vm.prank(account);
        stack.withdrawSteeze(amount, limit, block.timestamp, signature);
    }

    /// @dev A limit, signed. Written out once more, so that the tests don't take the contract's word for the format.
    function _limit(uint256 key, address account, uint256 limit, uint256 deadline)
        internal
        view
        returns (bytes memory)
    {
        return _sign(key, _digest(address(stack), account, limit, deadline));
    }

    function _digest(address verifier, address account, uint256 limit, uint256 deadline) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("SteezeStack"),
                keccak256("1"),
                block.chainid,
                verifier
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Withdrawal(address account,uint256 limit,uint256 deadline)"), account, limit, deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    /// @dev An approval by signature, as USDC takes it.
    function _permit(uint256 key, address spender, uint256 usdcAmount, uint256 deadline)
        internal
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        address account = vm.addr(key);
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                account,
                spender,
                usdcAmount,
                usdc.nonces(account),
                deadline
            )
        );
        return vm.sign(key, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message)));
    }

    /// @dev A payment by signature, as USDC takes it (EIP-3009), to be handed in by `to`.
    function _authorization(uint256 key, address to, uint256 usdcAmount, uint256 validBefore, bytes32 nonce)
        internal
        view
        returns (bytes memory)
    {
        bytes32 message = _authorizationHash(vm.addr(key), to, usdcAmount, validBefore, nonce);
        return _sign(key, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message)));
    }

    function _authorizationHash(address from, address to, uint256 usdcAmount, uint256 validBefore, bytes32 nonce)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                keccak256(
                    "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
                ),
                from,
                to,
                usdcAmount,
                0,
                validBefore,
                nonce
            )
        );
    }

    function _vouchNonce(address target, bytes32 salt) internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("AuraVouch.vouch(address target,bytes32 salt)"), target, salt));
    }

    function _buyNonce(address buyer, bytes32 salt) internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("SteezeStack.buySteeze(address buyer,bytes32 salt)"), buyer, salt));
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev The other form of a signature, with a high `s`, which recovers to the same address.
    function _otherForm(bytes memory signature) internal pure returns (bytes memory) {
        (bytes32 r, uint256 s, uint8 v) = (bytes32(0), 0, uint8(signature[64]));
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        return abi.encodePacked(r, bytes32(order - s), v == 27 ? uint8(28) : uint8(27));
    }

    function assertEq(uint256 actual, uint256 expected) internal pure {
        if (actual != expected) revert NotEqual(actual, expected);
    }

    function assertEq(address actual, address expected) internal pure {
        if (actual != expected) revert NotEqual(uint160(actual), uint160(expected));
    }

    function assertTrue(bool condition, string memory what) internal pure {
        if (!condition) revert Untrue(what);
    }

    error NotEqual(uint256 actual, uint256 expected);
    error Untrue(string what);
}

/// @notice A test begins with everything on chain.
abstract contract Prepared is Base {
    function setUp() public virtual {
        _deploy();
    }
}
